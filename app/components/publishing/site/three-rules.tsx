import { Icon } from "~/components/base/parts/icon"

const rules = [
  "Nothing leaves your wallet until the whole exchange happens.",
  "Every vote can be re-counted from one file.",
  "You can take everything with you and run it yourself."
]

/**
 * Shown next to the opening while no public vote is open: the three principles of the site
 * (docs/product/publishing.md).
 */
export function ThreeRules() {
  return (
    <div className="sheet">
      <h2 className="h3">Three rules shape this site</h2>
      <ol className="checklist">
        {rules.map((rule) => (
          <li key={rule}>
            <Icon name="check" />
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      <p className="small muted">
        It runs on a test network, where tokens have no value. A group should be able to rehearse before it matters.
      </p>
    </div>
  )
}
