/** React sets a property on every element that it has hydrated. Before that it handles no events of it. */
export const isAwake = (element: Element): boolean => Object.keys(element).some((name) => name.startsWith("__react"))
