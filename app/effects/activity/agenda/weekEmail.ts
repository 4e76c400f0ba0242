/** The weekly e-mail: a person's to-do items in the order of their page. Plain text. Pure. */
import { type EmailText, foot, type Reader } from "~/effects/activity/notifications/emails"
import { weekDayName } from "~/effects/activity/notifications/weekDays"
import { APP_NAME } from "~/effects/base/settings/product"
import { counted } from "~/effects/base/text/counted"
import { momentIn } from "~/effects/base/text/moments"
import type { Need } from "./needs"

interface WeekReader extends Reader {
  /** Of the times in the e-mail. */
  readonly zone: string
  /** 1 is Monday, 7 Sunday. */
  readonly weeklyDay: number
}

const lineOf = ({ site, zone }: WeekReader, { at, community, path, time, title }: Need) => [
  community === "" ? title : `${community}: ${title}`,
  `  ${time} ${momentIn("zoned", at, zone)}`,
  `  ${site}${path}`,
  ""
]

/** @param needs at least one. */
export const weekEmail = (needs: ReadonlyArray<Need>, reader: WeekReader): EmailText => ({
  subject: `${APP_NAME}: your week, ${counted(needs.length, "thing")} to do`,
  text: [
    `Hello ${reader.username},`,
    "",
    `${needs.length === 1 ? "This waits" : "These wait"} for you. Deadlines come first.`,
    "",
    ...needs.flatMap((need) => lineOf(reader, need)),
    `The same list: ${reader.site}/userDashboard`,
    "",
    ...foot(
      reader,
      `You get this e-mail on ${weekDayName(reader.weeklyDay)}s at 7 in the morning, if there is anything to do.`
    )
  ].join("\n")
})
