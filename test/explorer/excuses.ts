/** Why a fault can't strike at a call, so that the cell of the coverage table is empty. */
export interface Excuse {
  calls: RegExp;
  faults: RegExp;
  why: string;
}

export const excuses: readonly Excuse[] = [
  {
    calls: /: (store\.(get|list) |accounts\.find|books\.(findOpen|unsettled)|slots\.all)/,
    faults: /^(answer lost|takes effect|is repeated)/,
    why: 'it is a read: nothing comes of it that could come late, and without an answer it has failed',
  },
  {
    calls: /^api: /,
    faults: /nobody leads|^a second leader acts/,
    why: 'it is not the call of a leader',
  },
  {
    calls:
      /^sweeper|agent\.close|books\.(charge|findOpen)|slots\.free|store\.(list|delete|update BrowserSession)|removed$|Closed$|Closing$|Failed$|Rejected$|Settling$/,
    faults: /^the client leaves$/,
    why: 'every caller has its answer by then',
  },
  {
    calls: /store\.updateStatus BrowserSession Failed$/,
    faults: /^the client closes$/,
    why: 'who could close a session has one that is active',
  },
  {
    calls: /store\.updateStatus BrowserSession Closing$/,
    faults: /^the (pod|node) (?!s)/,
    why: 'it is written only while the pod does not answer',
  },
  {
    calls: /^operator: store\.delete BrowserSession$/,
    faults: /^the (pod|node) /,
    why: 'a session is kept longer than its pod',
  },
];
