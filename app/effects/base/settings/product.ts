/** What the product calls itself, in one place. No imports: the first load of every page reads this file. */
export const APP_NAME = "Commonhold"
export const APP_VERSION = "1.0.0" // docs/product/access.md, 3.6.1
export const TAGLINE = "Decide together. Fund together. Check everything."
