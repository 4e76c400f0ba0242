/**
 * Cookie that a browser sets at sign-out, before it reaches the server, because scripts cannot delete the session
 * cookie. A request with it has no session, and the server ends the one it brings. It is deleted once the server has
 * been told, or with the next sign-in.
 */
export const SIGNED_OUT_COOKIE = "__Host-signed-out"

/** The longest life of a session, in seconds. */
const LIFE = 30 * 86_400

export const signedOutCookie = `${SIGNED_OUT_COOKIE}=1; Path=/; Secure; SameSite=Lax; Max-Age=${LIFE}`
