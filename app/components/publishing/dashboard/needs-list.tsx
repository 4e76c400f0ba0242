import { Link } from "@remix-run/react"
import { Icon, type IconName } from "~/components/base/parts/icon"
import { useZone } from "~/components/base/parts/time-pair"
import { type Need, type NeedKind, needsInWords } from "~/effects/activity/agenda/needs"
import { momentIn } from "~/effects/base/text/moments"

const icons: Readonly<Record<NeedKind, IconName>> = {
  votes: "flag",
  applications: "people",
  reports: "flag",
  firstPosts: "flag",
  handOver: "home",
  claims: "wallet",
  batches: "wallet",
  orders: "flag",
  signers: "flag",
  redeem: "wallet",
  expenses: "wallet",
  expenseQuestions: "flag"
}

type Props = { readonly needs: ReadonlyArray<Need>; readonly open: number; readonly now: number }

/** Lists what a member has to do, each entry with a time and one button. */
export function NeedsList({ needs, open }: Props) {
  const zone = useZone()
  if (needs.length === 0) {
    return (
      <section className="block" aria-labelledby="needs">
        <h2 id="needs" className="h3 block__head">
          To do
        </h2>
        <p>{needsInWords(0, open)}</p>
      </section>
    )
  }
  return (
    <section className="needs" aria-labelledby="needs">
      <div className="row">
        <h2 id="needs">To do</h2>
        <span className="count">
          {needs.length}
          <span className="visually-hidden"> {needs.length === 1 ? "thing" : "things"}</span>
        </span>
      </div>
      <ul className="agenda">
        {needs.map(({ action, at, community, key, kind, path, time, title }) => (
          <li key={key}>
            <span data-tone="needs">
              <Icon name={icons[kind]} />
            </span>
            <div>
              <h3>
                <Link to={path} prefetch="intent">
                  {title}
                </Link>
              </h3>
              <p className="meta">
                <span>{community}</span>
              </p>
            </div>
            <div className="agenda__act">
              <span className="small nowrap" data-tone="needs">
                {time} <time dateTime={new Date(at).toISOString()}>{momentIn("zoned", at, zone)}</time>
              </span>
              <Link className="button" data-size="s" to={path} prefetch="intent" aria-label={`${action}: ${title}`}>
                {action}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
