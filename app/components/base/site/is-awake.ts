/** React notes something on every element that it has taken over. Before that it hears nothing of it. */
export const isAwake = (element: Element): boolean => Object.keys(element).some((name) => name.startsWith("__react"))
