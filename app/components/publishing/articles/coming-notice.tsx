import { Link } from "@remix-run/react"
import { Fragment } from "react"
import { Notice } from "~/components/base/parts/notice"
import type { RoadmapItem } from "~/effects/publishing/articles/Article"

type Props = {
  readonly items: ReadonlyArray<RoadmapItem>
  /** Subject of the sentence: "This page describes", "Some answers describe". */
  readonly subject: string
}

/** Notice that a text describes features that are not released yet. Renders nothing once all of them are. */
export function ComingNotice({ items, subject }: Props) {
  if (items.length === 0) return null
  return (
    <Notice tone="open">
      <p>
        <b>Not open yet.</b> {subject} how the following will work:{" "}
        {items.map(({ id, title }, index) => (
          <Fragment key={id}>
            {index > 0 && (index === items.length - 1 ? " and " : ", ")}
            <Link to={`/roadmap#${id}`}>{title.charAt(0).toLowerCase() + title.slice(1)}</Link>
          </Fragment>
        ))}
        .
      </p>
    </Notice>
  )
}
