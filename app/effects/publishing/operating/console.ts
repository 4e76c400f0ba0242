/** Data of the operators' pages. Types only: the pages load this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Thrown } from "~/effects/base/feature-flags/flags"
import type { JobReport, SetBack } from "~/effects/base/jobs/JobReport"
import type { Unsent } from "~/effects/base/mail/Unsent"
import type { SignupBlock } from "~/effects/people/signup/SignupBlock"
import type { SignupMode, SiteInvitation } from "~/effects/people/signup/signupMode"
import type { Suspension } from "~/effects/people/suspension/Suspension"
import type { LogLine } from "./acts"
import type { RunningAction } from "./bulkAction"
import type { HealthLine, ProcessFigures } from "./health"

/** A person as operators see them. */
export interface FoundPerson {
  readonly account: AccountAddress
  /** Display name: the profile's name, otherwise the short address. */
  readonly name: string
  readonly username: string | null
  readonly email: string | null
  readonly joinedAt: number | null
  readonly suspension: Suspension | null
}

export interface PersonDetails extends FoundPerson {
  readonly now: number
  readonly sessions: number
  readonly lastSeenAt: number | null
  readonly communities: ReadonlyArray<{ readonly id: string; readonly name: string; readonly role: string }>
  readonly openReports: number
}

export interface FoundCommunity {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly visibility: string
  readonly stage: string
  readonly members: number
  readonly owner: string
  readonly createdAt: number
}

/** Takedowns as operators see them. Types only: the page loads this file. */
export interface TakedownPreview {
  readonly person: FoundPerson
  readonly sessions: number
  /** Visible ones, which a takedown hides. */
  readonly threads: number
  readonly replies: number
  /** Hidden or removed before; they stay as they are. */
  readonly hidden: number
  /** The beginnings of the newest visible posts. */
  readonly first: ReadonlyArray<{
    readonly what: "thread" | "reply"
    readonly text: string
    readonly community: string
  }>
}

export interface OpenTakedown {
  readonly account: AccountAddress
  readonly name: string
  readonly at: number
  readonly reason: string
  readonly posts: number
}

/** Accounts, names or e-mail addresses, one a line. */
export const peopleIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
  )
]

export const MOST_PEOPLE = 100

export interface OverviewPage {
  readonly now: number
  readonly headline: string
  readonly health: ReadonlyArray<HealthLine>
  readonly jobs: ReadonlyArray<JobReport>
  /** Work items that failed and wait for their next try, those with most tries first. */
  readonly setBack: ReadonlyArray<SetBack>
  /** The newest e-mails that could not be sent. */
  readonly emails: ReadonlyArray<Unsent>
  readonly stuckEmails: number
  readonly figures: ProcessFigures
  readonly flags: ReadonlyArray<Thrown>
  readonly log: ReadonlyArray<LogLine>
  readonly you: {
    readonly name: string
    readonly provenAt: number
    readonly provenUntil: number
    readonly others: ReadonlyArray<string>
  }
}

/** Result of a search. */
export interface FoundPage {
  readonly now: number
  readonly query: string
  readonly people: ReadonlyArray<FoundPerson>
  readonly communities: ReadonlyArray<FoundCommunity>
  readonly post: PostCard | null
}

/** A thread or reply, found by the address of its page. */
export interface PostCard {
  readonly what: "thread" | "reply"
  /** The thread's title, or the title of the page that the reply is on. */
  readonly title: string
  readonly path: string
  readonly community: string
  readonly author: string
  readonly isHidden: boolean
}

export interface PersonPage {
  readonly person: PersonDetails
  /** Operators can be neither suspended nor closed. */
  readonly isOperator: boolean
}

export interface TakedownPage {
  readonly now: number
  /** As it was asked for, one a line. */
  readonly who: string
  /** Why there is no preview. */
  readonly problem: string | null
  readonly previews: ReadonlyArray<TakedownPreview>
  /** What the server is hiding or showing again in portions, the oldest first. */
  readonly running: ReadonlyArray<RunningAction>
  readonly open: ReadonlyArray<OpenTakedown>
}

export interface EmailsPage {
  readonly now: number
  readonly emails: ReadonlyArray<Unsent>
  readonly next: string | null
  readonly isFirst: boolean
  readonly bounces: ReadonlyArray<{ readonly address: string; readonly reason: string; readonly since: number }>
}

/** A sign-up that waits, as operators read it. */
export interface WaitingSignupCard {
  readonly account: AccountAddress
  readonly username: string
  readonly email: string
  readonly bio: string
  readonly picture: string
  readonly tags: ReadonlyArray<string>
  readonly requestedAt: number
  /** It was refused before. */
  readonly isSecond: boolean
}

export interface SignupsPage {
  readonly now: number
  readonly origin: string
  readonly mode: SignupMode
  /** Whom to ask for an invitation; empty for the usual words. */
  readonly ask: string
  /** How many wait in all; the list has the oldest 50. */
  readonly many: number
  readonly waiting: ReadonlyArray<WaitingSignupCard>
  readonly invitations: ReadonlyArray<SiteInvitation>
  readonly blocks: ReadonlyArray<SignupBlock>
}

export interface LogPage {
  readonly now: number
  readonly lines: ReadonlyArray<LogLine>
  readonly next: string | null
  readonly isFirst: boolean
}
