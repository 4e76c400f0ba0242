/**
 * What a browser sets at a sign-out, before it asks the server: scripts cannot take the session's cookie away. With it a
 * request is nobody's, whatever session it brings, and the server ends that session. It goes once the server has been
 * told, or with the next sign-in.
 */
export const SIGNED_OUT_COOKIE = "__Host-signed-out"

/** As long as a session lives at most, in seconds. */
const LIFE = 30 * 86_400

export const signedOutCookie = `${SIGNED_OUT_COOKIE}=1; Path=/; Secure; SameSite=Lax; Max-Age=${LIFE}`
