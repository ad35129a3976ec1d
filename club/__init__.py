"""The club: tables tell their scores over MQTT, a board gathers them, ranks players and seats them anew."""
