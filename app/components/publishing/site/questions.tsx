import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import type { Question } from "~/effects/publishing/articles/Article"

/** Five questions from the support page, with its answers. */
export function Questions({ questions }: { readonly questions: ReadonlyArray<Omit<Question, "words">> }) {
  return (
    <section className="wrap section" aria-labelledby="questions">
      <div className="section__head">
        <h2 id="questions">Questions</h2>
        <p>
          <Link to="/support" prefetch="intent">
            All questions
          </Link>
        </p>
      </div>
      <div className="section__body">
        {questions.map(({ answer, id, title }, index) => (
          <details className="faq" key={id} open={index === 0}>
            <summary>{title}</summary>
            <Markdown tree={answer} />
          </details>
        ))}
      </div>
    </section>
  )
}
