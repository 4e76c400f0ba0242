import { Form } from "@remix-run/react"
import { DatesList } from "~/components/activity/agenda/dates-list"
import { CopyButton } from "~/components/base/parts/copy-button"
import type { PlannedDate } from "~/effects/activity/agenda/dates"

type Props = { readonly dates: ReadonlyArray<PlannedDate>; readonly address: string | null }

/** The next 30 days, and the address with which a calendar program follows them. */
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
            <p>Your calendar program can follow these dates at an address that only you know.</p>
            <Form method="post" action="/userDashboard?index">
              <button className="button" type="submit" name="intent" value="make-address">
                Make the address
              </button>
            </Form>
          </>
        ) : (
          <>
            <p>
              Give this address to your calendar app. Anyone who has it can read your dates, so keep it to yourself.
            </p>
            <p className="digest" data-block>
              {address}
            </p>
            <div className="row">
              <CopyButton text={address} what="the calendar address" />
              <a className="button" data-size="s" href={address} download="calendar.ics">
                Download the file
              </a>
              <Form method="post" action="/userDashboard?index">
                <button className="button" data-size="s" type="submit" name="intent" value="end-address">
                  End this address
                </button>
              </Form>
            </div>
            <p className="small muted">
              After it has ended, programs that use it find nothing. You can make a new one.
            </p>
          </>
        )}
      </section>
    </div>
  )
}
