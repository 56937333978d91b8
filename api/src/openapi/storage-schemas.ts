import { cannedAcls } from '@tintype/contracts';
import { z } from 'zod';

const storageSchema = z
  .strictObject({
    endpoint: z.string(),
    region: z.string(),
    bucket: z.string(),
    key: z.string().meta({ description: 'The id of the access key.' }),
    pathStyle: z.boolean(),
    prefix: z.string().meta({ description: 'Empty, or ends with a slash.' }),
    publicUrl: z.string().nullable(),
    setAt: z.iso.datetime(),
  })
  .meta({ id: 'Storage', description: 'S3-compatible storage, without the secret.' });

/** The account's own storage; null if it has none. */
export const ownStorage = storageSchema.nullable();

const success = z.literal(true);

const storageAnswer = z.strictObject({
  success,
  storage: ownStorage,
  source: z.enum(['account', 'operator']).nullable().meta({
    description: "Where results are uploaded: the account's own storage, or that of this installation; null: nowhere.",
  }),
});

export const storageAnswers = {
  storage: storageAnswer,
  stored: storageAnswer.extend({
    warnings: z.array(z.string()).meta({ description: 'Probable mistakes, such as an `endpoint` with the bucket.' }),
  }),
  trial: z.strictObject({
    success,
    uploads: z
      .boolean()
      .meta({ description: 'Results can be stored: the write works, and a read finds no other file.' }),
    works: z.boolean().meta({ description: 'All steps work.' }),
    object: z.string().meta({ description: 'The name of the object in the bucket.' }),
    steps: z
      .array(
        z.strictObject({
          step: z.enum(['write', 'read', 'delete']),
          works: z.boolean(),
          milliseconds: z.int(),
          error: z.string().optional().meta({ description: 'What failed, and what to do.' }),
        }),
      )
      .meta({ description: 'Only the first step if it failed. Uploads need only that one.' }),
    access: z
      .strictObject({
        s3Acl: z.enum(cannedAcls),
        works: z.boolean(),
        error: z.string().optional().meta({ description: 'What it means, and what to do.' }),
      })
      .optional()
      .meta({ description: 'Whether the store takes the `s3Acl` of the test; absent for `private`.' }),
    publicRead: z
      .strictObject({
        url: z.string(),
        works: z.boolean(),
        error: z.string().optional().meta({ description: 'Why not, and what to do.' }),
      })
      .optional()
      .meta({
        description:
          'Whether the public can read objects, to which `s3Redirect` leads. Absent for the store of this installation.',
      }),
  }),
};

export const storageTexts = {
  read: 'The storage of the account',
  set: 'Set the storage of the account',
  setDescription:
    'Results of image, animated and pdf are uploaded there from now on. The secret is sealed with the master key and never shown.',
  remove: 'Remove the storage of the account',
  removeDescription: 'Stored objects stay.',
  test: 'Write, read and delete one object in the storage',
  testDescription:
    'Says which step failed, why, and what to do. Also says whether the public can read the object, which has the `s3Acl` of the body. It takes at most 18 s.',
};
