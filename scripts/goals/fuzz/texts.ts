/** Odd parts of addresses, and odd texts. */
import { FastCheck as fc } from "effect"

const ODD_PIECES = [
  ...[
    "%5C",
    "%",
    "%ff",
    "%/..",
    "..",
    ".",
    "%2e%2e",
    "%2F",
    "%00",
    "%0a",
    "%0d%0a",
    "%7f",
    "%c2%85",
    "%ED%A0%80",
    "\\"
  ],
  ...["//", ";", "?", "#", "%F0%9F%98%80", "%u0041", ".data", "_root.data", "__manifest", "%20", "+", "*", "~", "%25"],
  ...["1 OR 1=1".replaceAll(" ", "%20"), "a".repeat(300), "%E2%80%8B", "-1", "0", "1e309", "[", "{}", "'", '"', "<x>"]
]
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_PIECES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => text.replace(/[^\x21-\x7e]/g, "%")) }
)
export const odd = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""))

const ODD_TEXTS = [
  ...[
    "\u0000",
    "a\u0000b",
    "\u0000\u0000",
    "\u0007bell",
    "\u001b[31m",
    "\u0085",
    "\u200b",
    "\u200b\u200d\ufeff",
    "\u3164"
  ],
  ...[
    "\uFFFE",
    "👩‍👩‍👧‍👦",
    "\u202Eevil",
    "",
    " ",
    "\n\n",
    "\r\n",
    "0",
    "-1",
    "1e309",
    "9".repeat(40),
    "NaN",
    "null",
    "[]",
    "{}"
  ],
  ...["' OR 1=1 --", "%00", "../../etc/passwd", "<script>alert(1)</script>", "x".repeat(30_000), "a,b\n".repeat(300)]
]
export const oddText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...ODD_TEXTS), fc.string({ maxLength: 40 })).map(([a, b]) => `${b}${a}${b}`)
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 60, unit: "binary" }) }
)
/** A lone surrogate: JSON can carry it, a form cannot. */
export const LONE = "\uD800"

/** Lone surrogates have no encoding, so forms leave them out. */
export const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, "?"))
