import { Link } from "@remix-run/react"
import { placeExists } from "~/components/base/parts/places"
import { standingWords } from "~/components/governance/proposals/bar"
import { publicProposalHref } from "~/components/governance/proposals/paths"
import { RecountPanel } from "~/components/governance/verify/recount-panel"
import { turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"

const checks = [
  {
    name: "Every digest fits its ballot",
    text: "A ballot is a short text. Its digest changes with every letter of it."
  },
  {
    name: "Every signature is right",
    text: "The voter's wallet signed that digest, with a key that belongs to the account."
  },
  { name: "The chain is unbroken", text: "Each entry seals the one before it. A ballot taken out later leaves a gap." },
  { name: "The count gives the published result", text: "The rules are in the file too, so the sum is yours to do." }
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

/** A decision that is over, with its payment. */
function Decided({ card }: { readonly card: PublicProposalCard }) {
  const { community, number, participation, title } = card
  const standing = standingWords(card)
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
        {standing !== null && `${standing}. `}
        {participation !== null && `${turnoutWords(participation)}. `}
        Its money has moved: the transaction is on the ledger, beside what was voted.
      </p>
    </article>
  )
}

/** The thing nobody else has; it gets the widest place (docs/product/publishing.md, 4.2). */
export function Recount({ decided }: { readonly decided: PublicProposalCard | null }) {
  return (
    <section className="night" aria-labelledby="recount">
      <div className="wrap recount">
        <div className="stack">
          <h2 id="recount" className="recount__title">
            Re-count it yourself
          </h2>
          <p className="lead">
            Every ballot, its signature and the rules are in one file. Your browser counts it. The file never leaves
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
