/** What the page calls the properties of a storage. */
export const storageLabels = {
  endpoint: 'Endpoint',
  region: 'Region',
  bucket: 'Bucket',
  prefix: 'Folder',
  key: 'Access key',
  secret: 'Secret of the access key',
  publicUrl: 'Public URL',
  pathStyle: 'Path style',
} as const;
