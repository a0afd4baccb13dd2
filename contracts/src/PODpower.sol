// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {BPS, WAD} from "./Constants.sol";
import {Vouchers} from "./Vouchers.sol";
import {Wiring} from "./Wiring.sol";
import {IDigitalRights} from "./interfaces/IDigitalRights.sol";

/// @title PODpower: sells POD power for DR, which is burned, and USDR
abstract contract PODpower is Vouchers, Wiring, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev One slot. `bought` tells the first user of all, who has no referrer, from one who never bought.
    struct Referral {
        address referrer;
        bool bought;
    }

    /// @notice EIP-712 type of a first purchase of POD power.
    bytes32 public constant BUY_POD_POWER_TYPEHASH = keccak256(
        "BuyPODpower(address account,uint256 drAmount,uint256 USDRAmount,address referrer,uint256 nonce,uint256 deadline)"
    );
    /// @notice EIP-712 type of a later purchase of POD power.
    bytes32 public constant BUY_POD_POWER_AGAIN_TYPEHASH = keccak256(
        "BuyPODpowerAgain(address account,uint256 drAmount,uint256 USDRAmount,address referrer,uint256 nonce,uint256 deadline)"
    );
    /// @notice Minimum of DR burned in one purchase, in base units.
    uint256 public constant POD_DR_MIN = 10e18;
    /// @notice Minimum part of the price in USDR, in 1/10,000.
    uint256 public constant USDR_SHARE_BPS_MIN = 1_000;
    /// @notice Maximum part of the price in USDR, in 1/10,000.
    uint256 public constant USDR_SHARE_BPS_MAX = 9_000;
    /// @notice The part of the price in USDR from deployment on: half.
    uint256 public constant USDR_SHARE_BPS_INITIAL = 5_000;

    /// @dev One slot, which every purchase reads.
    uint16 private _usdrShareBps;
    uint64 private _powerPurchaseCount;
    mapping(address account => Referral) private _referrals;

    constructor() {
        _setUsdrShareBps(USDR_SHARE_BPS_INITIAL);
    }

    /// @inheritdoc IDigitalRights
    function buyPODpower(
        uint256 drAmount,
        uint256 USDRAmount,
        address referrer,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _requireVoucherOpen(deadline);
        _requirePODpowerPrice(drAmount, USDRAmount);
        if (_referrals[msg.sender].bought) revert PODpowerBoughtBefore();
        if (referrer == msg.sender) revert ReferrerWrong(referrer, address(0));
        (uint256 nonce, bytes32 digest) =
            _useVoucher(_powerHash(BUY_POD_POWER_TYPEHASH, drAmount, USDRAmount, referrer, deadline), signature);

        _referrals[msg.sender] = Referral(referrer, true);
        ++_powerPurchaseCount;

        emit PODpowerBought(msg.sender, nonce, digest, drAmount, USDRAmount, referrer, false);

        _takePODpowerPrice(drAmount, USDRAmount);
    }

    /// @inheritdoc IDigitalRights
    function buyPODpowerAgain(
        uint256 drAmount,
        uint256 USDRAmount,
        address referrer,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _requireVoucherOpen(deadline);
        _requirePODpowerPrice(drAmount, USDRAmount);
        Referral memory referral = _referrals[msg.sender];
        if (!referral.bought) revert PODpowerNotBoughtBefore();
        if (referrer != referral.referrer) revert ReferrerWrong(referrer, referral.referrer);
        (uint256 nonce, bytes32 digest) =
            _useVoucher(_powerHash(BUY_POD_POWER_AGAIN_TYPEHASH, drAmount, USDRAmount, referrer, deadline), signature);

        ++_powerPurchaseCount;

        emit PODpowerBought(msg.sender, nonce, digest, drAmount, USDRAmount, referrer, true);

        _takePODpowerPrice(drAmount, USDRAmount);
    }

    /// @inheritdoc IDigitalRights
    function setUsdrShareBps(uint256 bps) external override onlyAdmin {
        _setUsdrShareBps(bps);
    }

    /// @inheritdoc IDigitalRights
    function referrerOf(address account) external view override returns (address referrer, bool bought) {
        Referral memory referral = _referrals[account];
        return (referral.referrer, referral.bought);
    }

    /// @inheritdoc IDigitalRights
    function usdrShareBps() external view override returns (uint256) {
        return _usdrShareBps;
    }

    /// @inheritdoc IDigitalRights
    function powerPurchaseCount() external view override returns (uint256) {
        return _powerPurchaseCount;
    }

    /// @inheritdoc IDigitalRights
    function usdrFor(uint256 drAmount) public view override returns (uint256) {
        uint256 drValue = (drAmount * ORACLE.lowerPrice(address(DR_TOKEN))) / WAD;
        return (drValue * _usdrShareBps) / (BPS - _usdrShareBps);
    }

    function _powerHash(bytes32 typeHash, uint256 drAmount, uint256 USDRAmount, address referrer, uint256 deadline)
        private
        view
        returns (bytes32)
    {
        return keccak256(abi.encode(typeHash, msg.sender, drAmount, USDRAmount, referrer, nonces(msg.sender), deadline));
    }

    function _requirePODpowerPrice(uint256 drAmount, uint256 USDRAmount) private view {
        if (drAmount < POD_DR_MIN) revert DRAmountTooSmall(drAmount, POD_DR_MIN);
        uint256 expected = usdrFor(drAmount);
        if (_isFarFrom(USDRAmount, expected)) revert USDRAmountOutOfRange(USDRAmount, expected);
    }

    function _takePODpowerPrice(uint256 drAmount, uint256 USDRAmount) private {
        DR_TOKEN.burnFrom(msg.sender, drAmount);
        USDR.safeTransferFrom(msg.sender, TREASURY, USDRAmount);
    }

    function _setUsdrShareBps(uint256 bps) private {
        if (bps < USDR_SHARE_BPS_MIN || bps > USDR_SHARE_BPS_MAX) revert OutOfBounds();
        // forge-lint: disable-next-line(unsafe-typecast)
        _usdrShareBps = uint16(bps); // at most USDR_SHARE_BPS_MAX
        emit USDRShareSet(bps);
    }
}
