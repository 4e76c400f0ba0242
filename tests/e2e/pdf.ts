/** A small PDF. */
export const PDF = "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n"

/** A file that calls itself a PDF, to choose in a form. */
export const pdf = (name: string, text: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(text)
})
