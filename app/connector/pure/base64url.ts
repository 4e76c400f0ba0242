/** base64url without padding (RFC 4648 §5) of a text as UTF-8. Pure. */
export const base64url = (text: string): string => {
  let bytes = ""
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}
