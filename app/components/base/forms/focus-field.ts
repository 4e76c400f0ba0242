/**
 * Moves the focus to the control of that name, and returns whether it got there. `data-field` marks the control to use
 * if the named input itself cannot take the focus, because it is hidden or inside a closed list.
 */
export const focusField = (frame: ParentNode, name: string): boolean => {
  const escaped = CSS.escape(name)
  const control =
    frame.querySelector<HTMLElement>(`[data-field="${escaped}"]`) ??
    frame.querySelector<HTMLElement>(`[name="${escaped}"]`)
  control?.focus()
  return control !== null && control === document.activeElement
}
