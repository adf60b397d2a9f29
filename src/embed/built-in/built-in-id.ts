/** Of the model inside the package. It changes with anything that changes a vector: vocabulary, table or formula. */
export const builtInId = 'pincite-static-256-v3';
