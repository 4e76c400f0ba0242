import type { SiteData } from "~/effects/publishing/site/SiteData"

type Operator = NonNullable<SiteData["operator"]>

/** The operator's name, with a link if the settings have one. */
export function OperatorName({ operator }: { readonly operator: Operator }) {
  return operator.url === null ? operator.name : <a href={operator.url}>{operator.name}</a>
}

/** Who runs this site, in a sentence that is also true if no name was given. */
export function WhoRunsThis({ ledger, operator }: Pick<SiteData, "ledger" | "operator">) {
  if (operator !== null) {
    return (
      <>
        <OperatorName operator={operator} /> runs this site.
      </>
    )
  }
  return ledger === "local"
    ? "The person who started this server runs it and has not given a name."
    : "The operator of this site has not given a name."
}
