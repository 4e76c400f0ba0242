import { Form, Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { SearchField } from "~/components/base/parts/search-field"
import type { QuestionGroup } from "~/effects/publishing/articles/Article"

type Shown = Pick<QuestionGroup, "id" | "title"> & {
  readonly questions: ReadonlyArray<Omit<QuestionGroup["questions"][number], "words">>
}
type Props = { readonly query: string; readonly groups: ReadonlyArray<Shown> }

/** Questions by group, with all answers in the page. The search is a plain form that needs no JavaScript. */
export function QuestionList({ groups, query }: Props) {
  return (
    <div className="stack" data-gap="l">
      <search>
        <Form className="field" method="get" action="/support" preventScrollReset>
          <SearchField id="question-search" label="Search the questions" query={query} />
        </Form>
      </search>
      {query !== "" && (
        <p role="status">
          {groups.length === 0 ? `No answer contains “${query}”.` : `Answers that contain “${query}”`}{" "}
          <Link to="/support" preventScrollReset>
            Show all
          </Link>
        </p>
      )}
      {groups.map(({ id, questions, title }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="h3">
            {title}
          </h2>
          {questions.map(({ answer, id: anchor, title: question }) => (
            <details key={anchor} id={anchor} className="faq" open={query !== ""}>
              <summary>{question}</summary>
              <Markdown tree={answer} />
            </details>
          ))}
        </section>
      ))}
    </div>
  )
}
