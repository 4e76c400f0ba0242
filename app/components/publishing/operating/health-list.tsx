import { Icon } from "~/components/base/parts/icon"
import type { HealthLine } from "~/effects/publishing/operating/health"

/** Each state has an icon and words, so that colour alone never carries it. */
export function HealthList({ lines }: { readonly lines: ReadonlyArray<HealthLine> }) {
  return (
    <section aria-label="Health">
      <ul className="health">
        {lines.map(({ name, tone, words }) => (
          <li className="state-line" key={name}>
            <span className="state-line" data-tone={tone}>
              <Icon name={tone === "ok" ? "check" : "alert"} />
            </span>
            <span>
              {name} <b>{words}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
