/**
 * Three pictures of the product, one after another (docs/product/people.md). They pause while the visitor hovers or
 * focuses, or while they are out of view, and do not start if reduced motion is preferred: then the button shows the
 * next one (docs/goals.md C4).
 */

import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { FormIcon } from "./form-icon"

const INTERVAL_MS = 5_000 // docs/product/people.md

const pictures = [
  {
    src: "/s1.png",
    alt: "The home page: Decide together. Fund together. Check everything.",
    caption: "Communities that decide in the open, with a record that anyone can check."
  },
  {
    src: "/s2.png",
    alt: "The first step of signing up, filled in: bio, five tags and a picture.",
    caption: "Your profile takes two minutes. The wallet account is your identity."
  },
  {
    src: "/s3.png",
    alt: "A member's profile: picture, name, account, about and work history.",
    caption: "Others see who is speaking and what they care about. Only we see your e-mail address."
  }
] as const

const QUERY = "(prefers-reduced-motion: reduce)"

const subscribe = (onChange: () => void) => {
  const query = matchMedia(QUERY)
  query.addEventListener("change", onChange)
  return () => query.removeEventListener("change", onChange)
}

/** The system's setting for reduced motion. False on the server. */
const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false
  )

export function Carousel({ className = "" }: { readonly className?: string }) {
  const root = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isWatched, setWatched] = useState(false)
  const isVisible = useVisible(root)
  const isStill = useReducedMotion()

  const goOn = () => setShown((index) => (index + 1) % pictures.length)
  const isRunning = !isStill && !isPaused && !isWatched && isVisible
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setShown((index) => (index + 1) % pictures.length), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isRunning])

  return (
    <aside
      className={`carousel no-print ${className}`}
      aria-label="Preview of the site"
      ref={root}
      data-running={isRunning}
      onPointerEnter={() => setWatched(true)}
      onPointerLeave={() => setWatched(false)}
      onFocus={() => setWatched(true)}
      onBlur={() => setWatched(false)}
    >
      <div className="carousel__frames">
        {pictures.map(({ alt, caption, src }, index) => (
          <figure key={src} data-shown={index === shown || undefined} aria-hidden={index !== shown}>
            <img src={src} alt={alt} width={1000} height={640} />
            <figcaption className="muted small">{caption}</figcaption>
          </figure>
        ))}
      </div>
      <div className="row" data-apart>
        <div className="carousel__dots" aria-hidden="true">
          {pictures.map(({ src }, index) => (
            <i key={src} data-on={index === shown || undefined} />
          ))}
        </div>
        {isStill ? (
          <HydratedButton className="button" data-kind="quiet" data-size="s" onClick={goOn}>
            <FormIcon name="play" />
            Next picture
          </HydratedButton>
        ) : (
          <HydratedButton className="button" data-kind="quiet" data-size="s" onClick={() => setPaused(!isPaused)}>
            <FormIcon name={isPaused ? "play" : "pause"} />
            {isPaused ? "Play" : "Pause"}
          </HydratedButton>
        )}
      </div>
    </aside>
  )
}

/** False while the element is scrolled out of view. */
function useVisible(element: React.RefObject<Element>): boolean {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === true))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isVisible
}
