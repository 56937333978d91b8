/** The lease of whoever leads among the operators of a namespace. */
export const operatorLeaseName = 'tintype-operator';
