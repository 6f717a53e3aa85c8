"""Static files under names that change with their content, once they have been collected."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class AssetStorage(CompressedManifestStaticFilesStorage):
    """Falls back to a file's plain name where no collected copy is known."""

    def stored_name(self, name: str) -> str:
        return self.hashed_files.get(self.hash_key(name)) or name
