import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"

type Props = {
  readonly count: number
  /** "reply", "update". */
  readonly one: string
  readonly onShow: () => void
}

const many = (one: string) => (one.endsWith("y") ? `${one.slice(0, -1)}ies` : `${one}s`)

/** "3 new replies". It covers the bottom of the page; nothing on the page moves before it is clicked. */
export function NewThings({ count, one, onShow }: Props) {
  return (
    <div className="new-replies no-print" role="status">
      {count > 0 && (
        <HydratedButton className="button" data-size="s" onClick={onShow}>
          <Icon name="down" />
          {count} new {count === 1 ? one : many(one)}
        </HydratedButton>
      )}
    </div>
  )
}
