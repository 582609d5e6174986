"""What is wrong with transcripts and session files: bytes in, findings out."""
