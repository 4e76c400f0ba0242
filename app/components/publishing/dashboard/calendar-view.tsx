import { Form } from "@remix-run/react"
import { DatesList } from "~/components/activity/agenda/dates-list"
import { CopyButton } from "~/components/base/parts/copy-button"
import type { PlannedDate } from "~/effects/activity/agenda/dates"

type Props = { readonly dates: ReadonlyArray<PlannedDate>; readonly address: string | null }

/** Shows the next 30 days and the private address for subscribing from a calendar app. */
export function CalendarView({ address, dates }: Props) {
  return (
    <div className="columns">
      <section className="block" aria-labelledby="dates-title">
        <h2 id="dates-title" className="h3 block__head">
          Next 30 days
        </h2>
        <DatesList dates={dates} />
      </section>
      <section className="block stack" aria-labelledby="address-title">
        <h2 id="address-title" className="h3 block__head">
          In your own calendar
        </h2>
        {address === null ? (
          <>
            <p>Subscribe to these dates from your calendar app with a private link.</p>
            <Form method="post" action="/userDashboard?index">
              <button className="button" type="submit" name="intent" value="make-address">
                Create a private link
              </button>
            </Form>
          </>
        ) : (
          <>
            <p>Add this link to your calendar app. Anyone who has it can read your dates, so keep it private.</p>
            <p className="digest" data-block>
              {address}
            </p>
            <div className="row">
              <CopyButton text={address} what="the calendar link" />
              <a className="button" data-size="s" href={address} download="calendar.ics">
                Download the file
              </a>
              <Form method="post" action="/userDashboard?index">
                <button className="button" data-size="s" type="submit" name="intent" value="end-address">
                  Delete this link
                </button>
              </Form>
            </div>
            <p className="small muted">Calendar apps that use it then find nothing. You can create a new one.</p>
          </>
        )}
      </section>
    </div>
  )
}
