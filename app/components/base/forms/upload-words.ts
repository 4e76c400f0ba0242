export const SIGNATURE_FAILED = "Failed to fetch upload signature." // spec §8
export const SIGNATURE_MISSING = "Failed to get upload signature. Please try again." // spec §8
export const UPLOAD_FAILED = "File upload failed." // spec §8
