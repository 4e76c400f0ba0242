export const SIGNATURE_FAILED = "Failed to fetch upload signature." // docs/product/errors.md
export const SIGNATURE_MISSING = "Failed to get upload signature. Please try again." // docs/product/errors.md
export const UPLOAD_FAILED = "File upload failed." // docs/product/errors.md
