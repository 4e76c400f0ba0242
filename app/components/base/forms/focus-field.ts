/** Goes to the first control of that name, and says whether there is one that can be gone to. */
export const focusField = (frame: ParentNode, name: string): boolean => {
  const control = frame.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
  control?.focus()
  return control !== null && control === document.activeElement
}
