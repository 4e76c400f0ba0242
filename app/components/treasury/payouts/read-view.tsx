import { Form, useNavigation } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { ReadingEnd, ReadingSections } from "~/components/base/lists/reading-sections"
import { TestMoney } from "~/components/base/parts/test-money"
import { readable } from "~/effects/base/amounts/readable"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import type { ReadPage } from "~/effects/treasury/payouts/views"
import { payWords } from "./reading-part"
import { PaySteps } from "./steps"

type Props = { readonly page: ReadPage; readonly reply: PageReply | undefined }

/** How the list of a new payout was read. Nothing of it is ready before every question is answered. */
export function ReadView({ page, reply }: Props) {
  const { choices, list, problems, run } = page
  const { reading } = list
  const isSending = useNavigation().formMethod === "POST"
  return (
    <div className="stack" data-gap="l">
      <header className="stack" data-gap="s">
        <p className="eyebrow">
          Payout {run.number} · {reading.file ?? "pasted list"} · {counted(list.count, "row")}
        </p>
        <h1>{run.title}</h1>
      </header>
      <PaySteps now="Read" without={[]} />
      <Form className="stack" data-gap="l" method="post" noValidate key={run.version}>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="version" value={run.version} />
        <ReadingSections
          list={list}
          choices={choices}
          difference={page.difference}
          noun="amount"
          unit={run.symbol}
          words={payWords}
          nextHref={`?d=${run.number}&read=1&after=${list.next}`}
          again="read-again"
          isSending={isSending}
          reply={reply}
          {...(page.treasury === null
            ? {}
            : { compare: `The treasury holds ${readable(page.treasury)} ${run.symbol}.` })}
        />
        <ReadingEnd
          list={list}
          problems={problems}
          remedy="To be fixed or left out on the next page."
          discard="stop"
          check="read-list"
          isSending={isSending}
          note="Nothing is sent from here."
        >
          {run.rowsTotal > 0 && (
            <p className="small muted">Reading the list again undoes what was fixed or left out since.</p>
          )}
        </ReadingEnd>
      </Form>
      <TestMoney />
    </div>
  )
}
