// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IBurnable} from "./IBurnable.sol";
import {IPriceOracle} from "./IPriceOracle.sol";

/// @title DigitalRights: the main contract
/// @notice Sells machines and takes their electricity. Names, parameters and their order are the customer's.
/// @dev Tokens are pulled from `msg.sender` inside its own call and never otherwise; an allowance is of no use to anybody
/// else. The contract holds no tokens. A machine's id is `purchaseId << 7 | offset`: a purchase is one storage write,
/// however many machines, and its owner never changes.
interface IDigitalRights {
    /// @notice `account` bought machines `firstMachineId` … `firstMachineId + machineCount - 1`.
    /// @param nonce The voucher's nonce.
    /// @param digest The voucher's EIP-712 digest; by it the server finds its order.
    /// @param usdtAmount Base units of USDT that went to the treasury.
    /// @param DRGVAmount Base units of DRGV that were burned.
    /// @param DRGVPrice USDT per DRGV, 18 decimals.
    event MachinesBought(
        address indexed account,
        uint256 nonce,
        bytes32 indexed digest,
        uint256 firstMachineId,
        uint256 machineCount,
        uint256 usdtAmount,
        uint256 DRGVAmount,
        uint256 DRGVPrice
    );
    /// @notice `account` paid `Period` 30-day periods of electricity for each of `machineIDs`.
    /// @param nonce The voucher's nonce.
    /// @param digest The voucher's EIP-712 digest; by it the server finds its order.
    /// @param DRGVAmount Base units of DRGV that were burned.
    /// @param DRGVPrice USDT per DRGV, 18 decimals.
    event MachinesActivated(
        address indexed account,
        uint256 nonce,
        bytes32 indexed digest,
        uint256[] machineIDs,
        uint256 Period,
        uint256 DRGVAmount,
        uint256 DRGVPrice
    );

    /// @notice A purchase is of 1 … `BUY_BATCH_MAX` machines.
    error MachineCountInvalid(uint256 machineCount);
    /// @notice An activation is of 1 … `ACTIVATE_BATCH_MAX` machines, their ids strictly ascending (so none is twice).
    error MachineIDsInvalid();
    /// @notice There is no such machine, or it is somebody else's.
    error MachineNotOwned(uint256 machineID);
    /// @notice `Period` is 1 … `PERIOD_MAX`.
    error PeriodInvalid(uint256 Period);
    /// @notice Electricity costs exactly `ELECTRICITY_FEE_PER_PERIOD` a machine and period.
    error ElectricityFeeWrong(uint256 DRGVAmount, uint256 expected);
    /// @notice The voucher's price is further than 5 % from the average of the last 30 minutes (18 decimals).
    error PriceOutOfRange(uint256 DRGVPrice, uint256 average);
    /// @notice A purchase that costs nothing.
    error AmountZero();
    /// @notice Permits are for DRGV alone.
    error TokenNotSupported(address token);
    /// @notice The permit was not accepted, and the allowance is below `value` without it.
    error PermitFailed(address token, uint256 value);

    /// @notice The payment token.
    function USDT() external view returns (IERC20);

    /// @notice The DRGV token.
    function DRGV_TOKEN() external view returns (IBurnable);

    /// @notice Where prices come from.
    function ORACLE() external view returns (IPriceOracle);

    /// @notice Where the USDT of sales goes. It funds no reward.
    function TREASURY() external view returns (address);

    /// @notice Buys `machineCount` machines: USDT to the treasury, DRGV burned, both the caller's.
    /// @param usdtAmount Base units of USDT.
    /// @param DRGVAmount Base units of DRGV.
    /// @param DRGVPrice USDT per DRGV, 18 decimals; within 5 % of the oracle's 30-minute average.
    /// @param machineCount 1 … `BUY_BATCH_MAX`.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over BuyMachine(address account,uint256 usdtAmount,uint256 DRGVAmount,uint256
    /// DRGVPrice,uint256 machineCount,uint256 nonce,uint256 deadline).
    function buyMachine(
        uint256 usdtAmount,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 machineCount,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Pays electricity: each machine runs `Period` times 30 days from now (rounded up to the hour), or from the
    /// end of what was paid before, whichever is later. First activation and renewal are the same call.
    /// @param machineIDs The caller's machines, strictly ascending, 1 … `ACTIVATE_BATCH_MAX`.
    /// @param DRGVAmount Base units of DRGV, burned: exactly 6 DRGV a machine and period.
    /// @param DRGVPrice USDT per DRGV, 18 decimals; within 5 % of the oracle's 30-minute average.
    /// @param Period 30-day periods, 1 … `PERIOD_MAX`.
    /// @param deadline Unix seconds; the call is good until then, that second included.
    /// @param signature The signer's, over ActivateMachine(address account,uint256[] machineIDs,uint256
    /// DRGVAmount,uint256 DRGVPrice,uint256 Period,uint256 nonce,uint256 deadline).
    function activateMachine(
        uint256[] calldata machineIDs,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 Period,
        uint256 deadline,
        bytes calldata signature
    ) external;

    /// @notice Hands the caller's permit over this contract to `token` (DRGV), for use before a purchase in one
    /// `multicall`. A permit that somebody else has handed in already does no harm: only the allowance counts.
    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;

    /// @notice The number of purchases so far; their ids count from 1.
    function purchaseCount() external view returns (uint256);

    /// @notice Who bought purchase `purchaseId` and how many machines it holds; zeros when there is none.
    function purchaseOf(uint256 purchaseId) external view returns (address owner, uint256 machineCount);

    /// @notice The owner of a machine; zero when there is none.
    function ownerOf(uint256 machineID) external view returns (address);

    /// @notice Until when a machine's electricity is paid (Unix seconds, a whole hour); 0 when it never was.
    function paidUntil(uint256 machineID) external view returns (uint256);

    /// @notice USDT per token, 18 decimals: the oracle's 30-minute average.
    function priceOf(address token) external view returns (uint256);
}
