import { Link } from "@remix-run/react"
import { placeExists } from "~/components/base/parts/places"
import { tallyText } from "~/components/governance/proposals/bar"
import { publicProposalHref } from "~/components/governance/proposals/paths"
import { RecountPanel } from "~/components/governance/verify/recount-panel"
import { turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"

const checks = [
  {
    name: "Every hash matches its ballot",
    text: "A ballot is a short text. Its hash changes with every character of it."
  },
  {
    name: "Every signature is valid",
    text: "The voter's wallet signed that hash with a key that belongs to the account."
  },
  {
    name: "The hash chain is unbroken",
    text: "Each entry includes the hash of the one before it, so a ballot removed later leaves a gap."
  },
  {
    name: "The count gives the published result",
    text: "The rules are in the file too, so you can do the sum yourself."
  }
]

function Checks() {
  return (
    <ol className="path" data-lay="down">
      {checks.map(({ name, text }) => (
        <li key={name}>
          <h4>{name}</h4>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

/** A passed proposal whose payment is on the ledger. */
function Decided({ card }: { readonly card: PublicProposalCard }) {
  const { community, number, participation, title } = card
  const tally = tallyText(card)
  return (
    <article className="stack" data-gap="s" aria-labelledby="decided">
      <p className="eyebrow">
        {community.name} · No. {number} · Passed and paid
      </p>
      <h3 id="decided">
        <Link to={publicProposalHref(community.slug, number)} prefetch="intent">
          {title}
        </Link>
      </h3>
      <p>
        {tally !== null && `${tally}. `} {participation !== null && `${turnoutWords(participation)}. `} The money has
        moved: the transaction is on the ledger, next to what was voted.
      </p>
    </article>
  )
}

/** Explains re-counting, the site's most distinctive feature, across the full width (docs/product/publishing.md). */
export function Recount({ decided }: { readonly decided: PublicProposalCard | null }) {
  return (
    <section className="night" aria-labelledby="recount">
      <div className="wrap recount">
        <div className="stack">
          <h2 id="recount" className="recount__title">
            Re-count it yourself
          </h2>
          <p className="lead">
            Every ballot, its signature and the rules are in one file. Your browser counts it, and the file never leaves
            your device.
          </p>
          {decided !== null && <Decided card={decided} />}
          {placeExists("/verify") && (
            <Link className="button" to="/verify">
              Check a file
            </Link>
          )}
        </div>
        <div className="stack">
          <h3>What is checked, in this order</h3>
          <RecountPanel
            before={<Checks />}
            {...(decided !== null && { page: publicProposalHref(decided.community.slug, decided.number) })}
          />
        </div>
      </div>
    </section>
  )
}
