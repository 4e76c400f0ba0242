/** Files to attach, for tests. */
export const pdf = (text: string, size = 0) => ({
  name: "minutes.pdf",
  bytes: new TextEncoder().encode(`%PDF-1.7\n${text}${" ".repeat(size)}\n%%EOF\n`)
})
