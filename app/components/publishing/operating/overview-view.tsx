import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { grouped } from "~/effects/base/text/grouped"
import { inUtc } from "~/effects/base/text/moments"
import type { OverviewPage } from "~/effects/publishing/operating/console"
import type { HealthLine } from "~/effects/publishing/operating/health"
import { EmailTable } from "./email-table"
import { FindForm } from "./find-form"
import { FlagForm } from "./flag-form"
import { JobTable, SetBackList } from "./job-table"
import { LogTable } from "./log-table"

type Props = { readonly page: OverviewPage; readonly reply: PageReply | undefined }

/** Each state has an icon and words, so that colour alone never carries it. */
function HealthList({ lines }: { readonly lines: ReadonlyArray<HealthLine> }) {
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

/** The operators' first page: health, jobs, outbox, feature flags and ledger reads. */
export function OverviewView({ page, reply }: Props) {
  const isReadOnly = page.flags.some(({ name }) => name === "readOnly")
  return (
    <>
      <HealthList lines={page.health} />
      <div className="columns">
        <div>
          <Block
            id="jobs"
            title="Jobs"
            more={isReadOnly && <span className="small muted">Jobs are paused while the site is read-only.</span>}
          >
            <JobTable jobs={page.jobs} isReadOnly={isReadOnly} reply={reply} />
            <SetBackList items={page.setBack} />
          </Block>
          <Block id="outbox" title="Outbox" more={<Link to="/operator/emails">All e-mails</Link>}>
            <Outbox page={page} reply={reply} />
          </Block>
          <Block id="find" title="Find a person, community or post">
            <FindForm />
          </Block>
        </div>
        <aside className="stack" data-gap="l" aria-label="Feature flags, ledger and you">
          <Block id="feature-flags" title="Feature flags">
            <FlagForm thrown={page.flags} reply={replyTo(reply, "feature-flags")} />
          </Block>
          <Block id="ledger" title="Ledger reads" more={<LedgerState isLeftAlone={isLeftAlone(page)} />}>
            <LedgerReads page={page} />
          </Block>
          <Block id="you" title="You">
            <You you={page.you} />
          </Block>
        </aside>
      </div>
      <Block id="log" title="Audit log" more={<Link to="/operator/log">All entries</Link>}>
        <LogTable lines={page.log} />
      </Block>
    </>
  )
}

function Outbox({ page, reply }: Props) {
  if (page.emails.length === 0) return <p className="muted">No e-mail is stuck.</p>
  const more = page.stuckEmails - page.emails.length
  return (
    <>
      <EmailTable emails={page.emails} path="/operator" reply={reply} />
      {more > 0 && <p className="small muted">And {more} more.</p>}
    </>
  )
}

const isLeftAlone = ({ figures }: OverviewPage) => figures.leftAlone.includes("ledger")

function LedgerState({ isLeftAlone: isBad }: { readonly isLeftAlone: boolean }) {
  return (
    <span className="state-line small" data-tone={isBad ? "bad" : "ok"}>
      <Icon name={isBad ? "alert" : "check"} />
      {isBad ? "Paused after failures" : "Live"}
    </span>
  )
}

const number = (n: number) => grouped(n)

function LedgerReads({ page }: { readonly page: OverviewPage }) {
  const { answered: response, failed, refused } = page.figures.ledger
  const indexer = page.jobs.find(({ name }) => name === "indexer")
  const readAt = indexer?.lastEndAt ?? null
  return (
    <>
      <dl className="facts">
        <Fact name="Tracked addresses last read">{readAt === null ? "not yet" : `${inUtc("moment", readAt)} UTC`}</Fact>
        <Fact name="Successful calls">{number(response)}</Fact>
        <Fact name="Refused">{number(refused)}</Fact>
        <Fact name="Failed">{number(failed)}</Fact>
        <Fact name="Circuit breaker">{isLeftAlone(page) ? "Open" : "Closed"}</Fact>
      </dl>
      <p className="small muted">Counted by this server since it started.</p>
    </>
  )
}

function You({ you }: { readonly you: OverviewPage["you"] }) {
  return (
    <dl className="facts">
      <Fact name="Signed in as">{you.name}</Fact>
      <Fact name="Wallet proof">{inUtc("moment", you.provenAt)} UTC</Fact>
      <Fact name="Good until">{inUtc("moment", you.provenUntil)} UTC</Fact>
      <Fact name="Other operators">{you.others.length === 0 ? "none" : you.others.join(", ")}</Fact>
    </dl>
  )
}

function Fact({ children, name }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
