/**
 * Renders a Markdown tree as React elements. This is the only way from text to page: no HTML string exists, and content
 * that the tree cannot represent cannot appear.
 */
import { Link } from "@remix-run/react"
import { createElement, Fragment, type ReactNode } from "react"
import {
  type Align,
  type Block,
  type HeadingLevel,
  type Inline,
  type MarkdownTree,
  plainText
} from "~/effects/base/text/markdown/Tree"

/** Pages are opened by the router; files ("feed.xml"), anchors and other sites are plain links. */
const isPage = (href: string) => href.startsWith("/") && !/\.[a-z0-9]+$/i.test(href.split(/[?#]/, 1)[0] ?? "")

function Anchor({
  children,
  href,
  rel
}: {
  readonly children: ReactNode
  readonly href: string
  readonly rel: string | undefined
}) {
  return isPage(href) ? (
    <Link to={href} rel={rel}>
      {children}
    </Link>
  ) : (
    <a href={href} rel={rel}>
      {children}
    </a>
  )
}

/** A text's parts never change their order, so they need no keys. */
const inOrder = (parts: ReadonlyArray<ReactNode>) => createElement(Fragment, null, ...parts)

const word = (child: Inline): ReactNode => {
  if (typeof child === "string") return child
  switch (child.kind) {
    case "em":
      return <em>{words(child.children)}</em>
    case "strong":
      return <strong>{words(child.children)}</strong>
    case "struck":
      return <s>{words(child.children)}</s>
    case "code":
      return <code>{child.text}</code>
    case "link":
      return (
        <Anchor href={child.href} rel={child.rel}>
          {words(child.children)}
        </Anchor>
      )
    case "image":
      return <img src={child.src} alt={child.alt} {...child.size} loading="lazy" />
    case "break":
      return <br />
  }
}

const words = (children: ReadonlyArray<Inline>) => inOrder(children.map(word))

const headings = { 2: "h2", 3: "h3", 4: "h4", 5: "h5", 6: "h6" } as const satisfies Record<HeadingLevel, string>

/** An item of one paragraph needs no `<p>`. */
const itemContent = ([only, ...more]: ReadonlyArray<Block>) =>
  only?.kind === "paragraph" && more.length === 0
    ? words(only.children)
    : blocks(only === undefined ? [] : [only, ...more])

const sideOf = (align: Align | undefined) => (align === "end" ? "num" : undefined)

/** With more columns than fit on a phone, rows become lists of labels and values (styles/parts/tables.css). */
const MAX_UNLABELLED_COLUMNS = 2

function Table({ align, head, rows }: Extract<Block, { readonly kind: "table" }>) {
  const labels = head.length > MAX_UNLABELLED_COLUMNS ? head.map(plainText) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach
    <figure className="scroll" tabIndex={0} aria-label="Table">
      <table className="table" data-cards={labels.length > 0 ? "text" : undefined}>
        <thead>
          <tr>
            {inOrder(
              head.map((children, column) => (
                // biome-ignore lint/correctness/useJsxKeyInIterable: handed over as positional children
                <th className={sideOf(align[column])} scope="col">
                  {words(children)}
                </th>
              ))
            )}
          </tr>
        </thead>
        <tbody>
          {inOrder(
            rows.map((row) => (
              // biome-ignore lint/correctness/useJsxKeyInIterable: handed over as positional children
              <tr>
                {inOrder(
                  row.map((children, column) => (
                    // biome-ignore lint/correctness/useJsxKeyInIterable: handed over as positional children
                    <td className={sideOf(align[column])} data-label={labels[column]}>
                      {words(children)}
                    </td>
                  ))
                )}
              </tr>
            ))
          )}
        </tbody>
      </table>
    </figure>
  )
}

const blockView = (block: Block): ReactNode => {
  switch (block.kind) {
    case "heading": {
      const Tag = headings[block.level]
      return <Tag id={block.id}>{words(block.children)}</Tag>
    }
    case "paragraph":
      return <p>{words(block.children)}</p>
    case "quote":
      return <blockquote>{blocks(block.children)}</blockquote>
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll inside the box, which the keyboard must reach
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case "list": {
      // biome-ignore lint/correctness/useJsxKeyInIterable: handed over as positional children
      const items = inOrder(block.items.map((item) => <li>{itemContent(item)}</li>))
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case "table":
      return <Table {...block} />
    case "rule":
      return <hr />
  }
}

const blocks = (tree: MarkdownTree) => inOrder(tree.map(blockView))

/** A whole text, styled for reading. */
export function Markdown({ tree }: { readonly tree: MarkdownTree }) {
  return <div className="prose">{blocks(tree)}</div>
}
