import { Form, Link } from "@remix-run/react"
import { Icon } from "~/components/base/parts/icon"
import type { FirstStep } from "~/effects/activity/agenda/firstSteps"

interface Task {
  readonly name: string
  readonly hint: string
  readonly isDone: boolean
  readonly to?: string
  readonly action?: string
}

type Props = {
  readonly hasProfile: boolean
  readonly isMember: boolean
  readonly taken: ReadonlyArray<FirstStep>
}

const tasks = ({ hasProfile, isMember, taken }: Props): ReadonlyArray<Task> => [
  { name: "Connect your wallet", hint: "Your wallet account identifies you here.", isDone: true },
  {
    name: "Your profile",
    hint: "Two minutes: a name, a few words, a picture.",
    isDone: hasProfile,
    to: "/signup",
    action: "Complete your profile"
  },
  {
    name: "Join a community",
    hint: "Have a look at its decisions first.",
    isDone: isMember,
    to: "/explore",
    action: "Explore"
  },
  {
    name: "Read a proposal",
    hint: "The voting rules are shown next to it.",
    isDone: taken.includes("read") || taken.includes("vote"),
    ...(hasProfile && { to: "/explore?tab=proposals", action: "Open votes" })
  },
  {
    name: "Cast a vote",
    hint: "One wallet signature. You can change it until the close.",
    isDone: taken.includes("vote")
  },
  {
    name: "Choose your e-mail notifications",
    hint: "Only what you ask for.",
    isDone: taken.includes("emails"),
    ...(hasProfile && { to: "/userDashboard/edit?tab=notifications", action: "Choose" })
  }
]

export const hasStepsLeft = (props: Props): boolean => tasks(props).some(({ isDone }) => !isDone)

/**
 * First steps of a new member (docs/product/notifications.md), shown until all are done or the list is dismissed.
 * Without a profile the list is the whole page and cannot be dismissed.
 */
export function Checklist(props: Props) {
  const { hasProfile } = props
  if (!hasStepsLeft(props)) return null
  const steps = tasks(props)
  const next = steps.find(({ isDone, to }) => !isDone && to !== undefined)
  return (
    <section className="block" aria-labelledby="first-steps">
      <div className="block__head">
        <h2 id="first-steps" className="h3">
          First steps
        </h2>
        {hasProfile && (
          <Form method="post" action="/userDashboard?index" preventScrollReset>
            <button className="link-button" type="submit" name="intent" value="put-away">
              Dismiss<span className="visually-hidden"> the first steps</span>
            </button>
          </Form>
        )}
      </div>
      <ol className="checklist">
        {steps.map((step) => {
          const { action, hint, isDone, name, to } = step
          return (
            <li key={name} data-tone={isDone ? "ok" : undefined}>
              <Icon name={isDone ? "check" : "circle"} />
              <span>
                {name}
                {isDone && <span className="visually-hidden"> (done)</span>}
              </span>
              {to !== undefined && !isDone && (
                <Link
                  className="button"
                  data-size="s"
                  data-kind={step === next ? "primary" : undefined}
                  to={to}
                  prefetch="intent"
                >
                  {action}
                </Link>
              )}
              <small>{hint}</small>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
