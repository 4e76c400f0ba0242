import { Link } from "@remix-run/react"
import { placeExists } from "~/components/base/parts/places"
import { RecountPanel } from "~/components/governance/verify/recount-panel"

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

/** The thing nobody else has; it gets the widest place (docs/product/publishing.md, 4.2). */
export function Recount() {
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
          {placeExists("/verify") && (
            <Link className="button" data-kind="primary" to="/verify">
              Check a file
            </Link>
          )}
        </div>
        <div className="stack">
          <h3>What is checked, in this order</h3>
          <RecountPanel before={<Checks />} />
        </div>
      </div>
    </section>
  )
}
