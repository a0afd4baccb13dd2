// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IResultRegistry} from "./interfaces/IResultRegistry.sol";
import {AdminRoles} from "./libraries/AdminRoles.sol";

/// @title ResultRegistry
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract ResultRegistry is IResultRegistry {
    /// @dev The posted hash of a week, and its attester.
    struct Result {
        bytes32 hash;
        address attester;
    }

    /// @notice Kind of the weekly dividends, growth prize included.
    bytes32 public constant KIND_DIVIDENDS = "dividends";
    /// @notice Kind of the weekly node shares.
    bytes32 public constant KIND_NODES = "nodes";
    /// @notice When week 0 began: Monday 1970-01-05 00:00 UTC.
    uint256 public constant FIRST_MONDAY = 4 days;

    /// @inheritdoc IResultRegistry
    address public immutable override ADMIN;

    /// @inheritdoc IResultRegistry
    address public override attester;
    /// @dev Shares the attester's slot.
    uint64 private _resultCount;

    /// @dev The sums of each release, by its number.
    bytes32[] private _releases;
    mapping(bytes32 kind => mapping(uint256 week => Result)) private _results;

    constructor(address admin, address attester_) {
        if (admin == address(0)) revert ZeroValue();
        ADMIN = admin;
        _setAttester(attester_);
    }

    /// @inheritdoc IResultRegistry
    function postResult(bytes32 kind, uint256 week, bytes32 hash) external override {
        if (msg.sender != attester) revert NotAttester();
        if (hash == bytes32(0)) revert ZeroValue();
        if (kind != KIND_DIVIDENDS && kind != KIND_NODES) revert KindUnknown(kind);
        if (week >= currentWeek()) revert WeekNotOver(week);
        bytes32 posted = _results[kind][week].hash;
        if (posted == hash) return;
        if (posted != bytes32(0)) revert ResultStands(kind, week, posted);
        _results[kind][week] = Result(hash, msg.sender);
        ++_resultCount;
        emit ResultPosted(kind, week, msg.sender, hash);
    }

    /// @inheritdoc IResultRegistry
    function postRelease(bytes32 sums) external override {
        if (msg.sender != attester) revert NotAttester();
        if (sums == bytes32(0)) revert ZeroValue();
        uint256 number = _releases.length;
        if (number > 0 && _releases[number - 1] == sums) return;
        _releases.push(sums);
        emit ReleasePosted(number, msg.sender, sums);
    }

    /// @inheritdoc IResultRegistry
    function setAttester(address newAttester) external override {
        if (msg.sender != ADMIN) revert NotAdmin();
        _setAttester(newAttester);
    }

    /// @inheritdoc IResultRegistry
    function resultCount() external view override returns (uint256) {
        return _resultCount;
    }

    /// @inheritdoc IResultRegistry
    function releaseCount() external view override returns (uint256) {
        return _releases.length;
    }

    /// @inheritdoc IResultRegistry
    function releaseOf(uint256 number) external view override returns (bytes32) {
        return number < _releases.length ? _releases[number] : bytes32(0);
    }

    /// @inheritdoc IResultRegistry
    function resultOf(bytes32 kind, uint256 week) external view override returns (bytes32) {
        return _results[kind][week].hash;
    }

    /// @inheritdoc IResultRegistry
    function attesterOf(bytes32 kind, uint256 week) external view override returns (address) {
        return _results[kind][week].attester;
    }

    /// @inheritdoc IResultRegistry
    function currentWeek() public view override returns (uint256) {
        return (block.timestamp - FIRST_MONDAY) / 7 days;
    }

    function _setAttester(address newAttester) private {
        if (newAttester == address(0)) revert ZeroValue();
        if (AdminRoles.isHeldBy(ADMIN, newAttester)) revert RolesNotDistinct();
        emit AttesterSet(attester, newAttester);
        attester = newAttester;
    }
}
