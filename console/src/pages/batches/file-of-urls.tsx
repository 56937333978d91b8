import { useId } from 'preact/hooks';

/** A file input whose text replaces that of the field for URLs. */
export const FileOfUrls = ({ onText }: { onText: (text: string) => void }) => {
  const id = useId();
  const read = (files: FileList | null) => {
    const file = files?.[0];
    if (file) void file.text().then(onText);
  };
  return (
    <div class="field">
      <label for={id}>Or a file of URLs</label>
      <input
        id={id}
        class="input"
        type="file"
        accept=".txt,.csv,.tsv,text/*"
        onChange={(event) => read(event.currentTarget.files)}
      />
    </div>
  );
};
