import type { Sent } from "~/effects/base/remix/PageReply"

const names: Readonly<Record<string, string>> = {
  name: "Name",
  slug: "Address",
  tagline: "Tagline",
  description: "About",
  tags: "Tags",
  logo: "Logo",
  cover: "Cover",
  visibility: "Who can see it",
  linkLabel: "Names of links",
  linkUrl: "Addresses of links",
  joinPolicy: "How people join",
  tokenResource: "Token address",
  tokenAmount: "Amount to hold",
  rules: "House rules"
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : ""

type Props = { readonly stored: Sent; readonly typed: object }

/** Fields that another person saved meanwhile, where they differ from what was typed (docs/product/errors.md). */
export function StoredNow({ stored, typed }: Props) {
  const mine = new Map<string, unknown>(Object.entries(typed))
  const different = Object.entries(stored).filter(
    ([field, value]) => field !== "version" && textOf(mine.get(field)) !== textOf(value)
  )
  if (different.length === 0) return null
  return (
    <section className="stack sheet" data-gap="s" aria-label="Stored now">
      <h3 className="h4">Stored now, where it differs from what you typed</h3>
      <dl className="stack" data-gap="s">
        {different.map(([field, value]) => (
          <div key={field}>
            <dt className="small muted">{names[field] ?? field}</dt>
            <dd className="plain-text">{textOf(value) === "" ? "Nothing" : textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
