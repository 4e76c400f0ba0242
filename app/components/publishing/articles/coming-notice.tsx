import { Link } from "@remix-run/react"
import { Fragment } from "react"
import { Notice } from "~/components/base/parts/notice"
import type { RoadmapItem } from "~/effects/publishing/articles/Article"

type Props = {
  readonly items: ReadonlyArray<RoadmapItem>
  /** What speaks of them: "This page", "Some answers". */
  readonly subject: string
}

/** Says openly that a text describes parts of the product that are not released. Goes with the last of them. */
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
