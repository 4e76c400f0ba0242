/**
 * Escapes text for XML elements and attribute values. Removes what XML 1.0 §2.2 does not allow: control characters and
 * lone surrogates.
 */
export const xmlText = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
