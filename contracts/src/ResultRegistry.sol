// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IResultRegistry} from "./interfaces/IResultRegistry.sol";

/// @title ResultRegistry
contract ResultRegistry is IResultRegistry {
    /// @inheritdoc IResultRegistry
    address public immutable override ADMIN;

    /// @inheritdoc IResultRegistry
    address public override attester;

    mapping(bytes32 kind => mapping(uint256 week => bytes32 hash)) private _results;

    constructor(address admin, address attester_) {
        if (admin == address(0)) revert ZeroValue();
        ADMIN = admin;
        _setAttester(attester_);
    }

    /// @inheritdoc IResultRegistry
    function postResult(bytes32 kind, uint256 week, bytes32 hash) external override {
        if (msg.sender != attester) revert NotAttester();
        if (hash == bytes32(0)) revert ZeroValue();
        bytes32 standing = _results[kind][week];
        if (standing == hash) return;
        if (standing != bytes32(0)) revert ResultStands(kind, week, standing);
        _results[kind][week] = hash;
        emit ResultPosted(kind, week, hash);
    }

    /// @inheritdoc IResultRegistry
    function setAttester(address newAttester) external override {
        if (msg.sender != ADMIN) revert NotAdmin();
        _setAttester(newAttester);
    }

    /// @inheritdoc IResultRegistry
    function resultOf(bytes32 kind, uint256 week) external view override returns (bytes32) {
        return _results[kind][week];
    }

    function _setAttester(address newAttester) private {
        if (newAttester == address(0)) revert ZeroValue();
        if (newAttester == ADMIN) revert RolesNotDistinct();
        emit AttesterSet(attester, newAttester);
        attester = newAttester;
    }
}
