/** The code of a series within a text: its hyphen is no place to break a line. */
export function BondCode({ code }: { readonly code: string }) {
  return <span className="nowrap">{code}</span>
}
