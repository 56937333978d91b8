interface TextSchema {
  type: 'string';
  pattern?: string;
}

const inPath = (name: string, description: string, schema: TextSchema = { type: 'string' }) => ({
  name,
  in: 'path' as const,
  required: true,
  description,
  schema,
});

/** The path parameters of all routes except signed URLs, whose parameters are in `signing.ts`. */
export const pathParameters = {
  sessionId: inPath('id', 'The id of the session, `sess_…`.'),
  apiKey: inPath('apiKey', "The account's API key."),
  batchId: inPath('batch', 'The id of the batch, `batch_…`.'),
  fileToken: inPath('token', 'Encrypted; bound to the name.'),
  fileName: inPath('name', 'The file name, also for the download.'),
  ownSecretId: inPath('id', 'The id of the secret, `sec_…`.'),
  presetName: inPath('name', 'The name of the preset: 1 to 64 letters, digits, hyphens and underscores.', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{1,64}$',
  }),
  workspaceId: inPath('workspace', "Slack's id of the workspace, such as `T024BE7LD`."),
  profileName: inPath('name', 'The name of the profile: 1 to 64 letters, digits, hyphens and underscores.', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{1,64}$',
  }),
  accountId: inPath('id', "The account's id."),
  secretId: inPath('secretId', "The secret's id."),
};
